package runtime

// Version1 is the handshake between generated files and this package. A
// generated file names the constant of the first version that has all it
// needs, so that a file that is newer than the runtime it is linked with fails
// to compile, with the name of the missing constant in the error, instead of
// misbehaving. A constant is never removed or changed.
const Version1 = true
