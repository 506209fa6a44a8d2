/** Internal folders of file systems and storage devices. */
const systemNames: ReadonlySet<string> = new Set(['@eaDir', '#recycle', 'lost+found', '$RECYCLE.BIN']);

/** Whether a file or folder with this plain name is left out, with everything below it. */
export function isIgnored(name: string): boolean {
  return name === '' || name.startsWith('.') || systemNames.has(name);
}

/** Whether a file with this plain name hides its folder and everything below it. */
export function hidesFolder(name: string): boolean {
  return name === '.nomedia';
}
