/** Random access to the plain bytes of one file. */
export interface ByteSource {
  readonly size: number;
  /** At most `length` bytes from `start`: fewer at the end of the file. */
  read(start: number, length: number): Promise<Buffer>;
}
