/** A terminal or pipe that records its output: each write separately, without the codes that clear the line. */
export function writtenTerminal(isTTY: boolean): { stream: NodeJS.WriteStream; written: () => string[] } {
  const lines: string[] = [];
  const stream = { isTTY, write: (text: string) => lines.push(text.replaceAll('\r\u001b[K', '')) };
  return { stream: stream as unknown as NodeJS.WriteStream, written: () => lines };
}
