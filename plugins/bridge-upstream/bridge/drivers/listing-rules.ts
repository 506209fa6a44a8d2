/** Internal folders of file systems and storage devices. */
const systemNames: ReadonlySet<string> = new Set(['@eaDir', '#recycle', 'lost+found', '$RECYCLE.BIN']);

/** Whether a file or folder of this plain name is left out, with all below it. */
export function isIgnored(name: string): boolean {
  return name === '' || name.startsWith('.') || systemNames.has(name);
}

/** Whether a file of this plain name hides its folder with everything below it. */
export function hidesFolder(name: string): boolean {
  return name === '.nomedia';
}
