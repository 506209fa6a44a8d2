// Nothing here on purpose: 147 MB of WebAssembly that only a browser would load stay out of the server.
module.exports = {};
