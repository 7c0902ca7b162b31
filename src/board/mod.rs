//! Squares, rays, names and grids: geometry that several games share.
