//! The domain against the enumeration of its points.

mod enumeration;
mod examples;
