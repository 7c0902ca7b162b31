//! Orders the functions of a module by name. Copies of a generic function for different types are
//! similar, and gzip finds only repetitions within 32 kB.

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, CustomSectionReader, FunctionSectionReader, KnownCustom,
    Name, Parser, Payload,
};

type Result<T> = std::result::Result<T, Error>;

/// Returns the module with its functions in the order of their names, without the names.
///
/// # Errors
///
/// If the module is not valid WebAssembly.
pub(crate) fn by_name(module: &[u8]) -> Result<Vec<u8>> {
    let names = names(module)?;
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|at| names.get(*at));
    let mut places = vec![0; order.len()];
    for (place, function) in (0..).zip(&order) {
        places[*function] = place;
    }
    let mut ordered = Module::new();
    Ordered { order, places }.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// Name and size of each function. The name omits the hash, which differs between copies of a
/// generic function.
fn names(module: &[u8]) -> std::result::Result<Vec<(String, usize)>, BinaryReaderError> {
    let mut all = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::CodeSectionEntry(body) => all.push((String::new(), body.range().count())),
            Payload::CustomSection(section) => {
                let KnownCustom::Name(parts) = section.as_known() else { continue };
                for part in parts {
                    let Name::Function(functions) = part? else { continue };
                    for function in functions {
                        let function = function?;
                        let path = function
                            .name
                            .rsplit_once("17h")
                            .map_or(function.name, |(path, _)| path);
                        if let Some((name, _)) = all.get_mut(function.index as usize) {
                            path.clone_into(name);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    Ok(all)
}

/// A module while it is rewritten. It imports no functions, so the first function has number 0.
struct Ordered {
    /// Previous number of each function, in the new order.
    order: Vec<usize>,
    /// The new number of each function.
    places: Vec<u32>,
}

impl Reencode for Ordered {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32> {
        self.places.get(function as usize).copied().ok_or(Error::InvalidCodeSectionSize)
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<()> {
        let types = section.into_iter().collect::<std::result::Result<Vec<u32>, _>>()?;
        for at in &self.order {
            functions.function(*types.get(*at).ok_or(Error::InvalidCodeSectionSize)?);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<()> {
        let bodies = section.into_iter().collect::<std::result::Result<Vec<_>, _>>()?;
        for at in self.order.clone() {
            let body = bodies.get(at).ok_or(Error::InvalidCodeSectionSize)?;
            self.parse_function_body(code, body.clone())?;
        }
        Ok(())
    }

    fn parse_custom_section(&mut self, _: &mut Module, _: CustomSectionReader<'_>) -> Result<()> {
        Ok(())
    }
}
