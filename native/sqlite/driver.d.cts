import type Database = require('better-sqlite3');

/** Whether this Node needs the line that is compiled when the program is installed. */
export const isCompiled: boolean;

/** @throws what Node throws of a module that is not there, or cannot be loaded */
export function loadDriver(): typeof Database;
