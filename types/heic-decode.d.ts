declare module 'heic-decode' {
  interface DecodedImage {
    readonly width: number;
    readonly height: number;
    /** RGBA, 8 bits a channel. */
    readonly data: Uint8ClampedArray;
  }
  interface PendingImage {
    readonly width: number;
    readonly height: number;
    decode(): Promise<DecodedImage>;
  }
  const heicDecode: {
    /** The pictures of the file, none decoded yet; `dispose` frees the decoder's memory. */
    all(input: { buffer: Uint8Array }): Promise<PendingImage[] & { dispose(): void }>;
  };
  export default heicDecode;
}
