/** What the core and plugins both need, and a plugin of your own may use: `photofinch/plugin-api/toolkit`. */
export { keepSilent } from './silence.ts';
export * from './sqlite.ts';
export * from './start-process.ts';
export * from './snapshot-seal.ts';
