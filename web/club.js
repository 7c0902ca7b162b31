"use strict";
// A click on a game puts its replay into a frame below the row; a second click removes it.
document.addEventListener("click", function (event) {
  var button = event.target.closest("button");
  if (!button) return;
  var row = button.parentNode;
  var shown = document.querySelector("iframe");
  var again = shown && shown.parentNode === row;
  if (shown) {
    shown.parentNode.querySelector("button").setAttribute("aria-expanded", "false");
    shown.remove();
  }
  if (again) return;
  var frame = document.createElement("iframe");
  frame.title = button.getAttribute("aria-label");
  // The replay's own policy and an opaque origin: it can't reach this page.
  frame.setAttribute("sandbox", "allow-scripts");
  frame.srcdoc = "<!DOCTYPE html><html lang=\"en\">" + row.querySelector("template").innerHTML;
  row.appendChild(frame);
  button.setAttribute("aria-expanded", "true");
  frame.scrollIntoView({ block: "nearest" });
});
