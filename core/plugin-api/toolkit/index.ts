/** What the core and plugins both need, and a plugin of your own may use: `photofinch/plugin-api/toolkit`. */
export { keepSilent } from './silence.ts';
export * from './sqlite.ts';
export * from './onnx.ts';
export * from './byte-pipe.ts';
export * from './release-memory.ts';
export * from './job-failure.ts';
export * from './job-pool.ts';
export * from './memory-budget.ts';
export * from './picture-memory.ts';
export * from './serve-jobs.ts';
export * from './start-process.ts';
export * from './snapshot-seal.ts';
