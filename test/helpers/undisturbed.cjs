// Loaded before the program where its servers are processes of a test: hashing takes its share of the processor as other
// threads do. It makes way for all that a machine does besides (hashing-thread.cjs), and beside other tests a sign-in
// would take ten times as long. It is CommonJS, because Node loads that faster.
require('node:os').setPriority = () => {};
