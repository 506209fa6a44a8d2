/** Folders that storage systems keep for themselves. */
const systemNames: ReadonlySet<string> = new Set(['@eaDir', '#recycle', 'lost+found', '$RECYCLE.BIN']);

/** Whether a file or folder of this plain name is left out, with all below it. */
export function isIgnored(name: string): boolean {
  return name === '' || name.startsWith('.') || systemNames.has(name);
}

/** Whether a file of this plain name takes its folder, and all below it, out of sight. */
export function hidesFolder(name: string): boolean {
  return name === '.nomedia';
}
