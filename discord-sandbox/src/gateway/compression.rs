//! How payloads are packed on their way to the bot.
//!
//! Source: <https://discord.com/developers/docs/events/gateway#encoding-and-compression>.

use std::io::Write as _;

use axum::extract::ws::Message;
use flate2::Compression as Level;
use flate2::write::ZlibEncoder;

/// With payload compression only "some" payloads are packed; Discord does not tell which. Here it is the longer ones, in
/// bytes, so that clients meet both kinds.
const PACKED_FROM: usize = 1024;

/// The packing of one connection.
pub(crate) enum Packing {
    /// Text.
    Plain,
    /// Longer payloads each as a whole zlib stream, as `compress` in IDENTIFY asks for. The encoder takes a quarter of a
    /// megabyte: it is made once.
    EachPayload(Box<ZlibEncoder<Vec<u8>>>),
    /// One zlib stream for the whole connection, flushed after each payload: `compress=zlib-stream` in the address.
    Stream(Box<ZlibEncoder<Vec<u8>>>),
}

impl Packing {
    pub(crate) fn stream() -> Self {
        Self::Stream(encoder())
    }

    /// Switches to packing payload by payload, unless the connection is a stream already, which wins.
    pub(crate) fn pack_payloads(&mut self) {
        if matches!(self, Self::Plain) {
            *self = Self::EachPayload(encoder());
        }
    }

    pub(crate) fn message(&mut self, text: String) -> Message {
        const TO_MEMORY: &str = "writing into a Vec cannot fail";
        match self {
            Self::EachPayload(encoder) if text.len() >= PACKED_FROM => {
                encoder.write_all(text.as_bytes()).expect(TO_MEMORY);
                Message::binary(encoder.reset(Vec::new()).expect(TO_MEMORY))
            }
            Self::Plain | Self::EachPayload(_) => Message::text(text),
            Self::Stream(encoder) => {
                encoder.write_all(text.as_bytes()).expect(TO_MEMORY);
                encoder.flush().expect(TO_MEMORY);
                Message::binary(std::mem::take(encoder.get_mut()))
            }
        }
    }
}

fn encoder() -> Box<ZlibEncoder<Vec<u8>>> {
    Box::new(ZlibEncoder::new(Vec::new(), Level::fast()))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;
    use flate2::{Decompress, FlushDecompress};

    use super::*;

    fn binary(message: Message) -> Vec<u8> {
        match message {
            Message::Binary(bytes) => bytes.to_vec(),
            other => panic!("a packed payload is binary: {other:?}"),
        }
    }

    #[test]
    fn a_stream_is_one_for_all_payloads_and_flushed_after_each() {
        let mut packing = Packing::stream();
        let mut unpacking = Decompress::new(true);
        for text in ["{\"op\":10}".to_owned(), "x".repeat(100_000), String::new(), "{\"op\":11}".to_owned()] {
            let bytes = binary(packing.message(text.clone()));
            if !text.is_empty() {
                assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]), "{bytes:?}");
            }
            let mut found = Vec::with_capacity(200_000);
            unpacking.decompress_vec(&bytes, &mut found, FlushDecompress::Sync).expect("it is zlib");
            assert_eq!(found, text.as_bytes());
        }
    }

    #[test]
    fn payloads_are_packed_alone_where_they_are_long_and_a_stream_wins() {
        let mut packing = Packing::Plain;
        let long = "y".repeat(PACKED_FROM);
        assert!(matches!(packing.message(long.clone()), Message::Text(_)));
        packing.pack_payloads();
        assert!(matches!(packing.message("short".to_owned()), Message::Text(_)));
        for text in [&long, &"z".repeat(3 * PACKED_FROM), &long] {
            let bytes = binary(packing.message(text.clone()));
            let mut found = String::new();
            ZlibDecoder::new(bytes.as_slice()).read_to_string(&mut found).expect("a whole stream");
            assert_eq!(found, *text);
        }
        let mut stream = Packing::stream();
        stream.pack_payloads();
        assert!(matches!(stream, Packing::Stream(_)));
    }
}
