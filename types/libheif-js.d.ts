declare module 'libheif-js/wasm-bundle.js' {
  /** A pointer into the decoder's memory. */
  type Handle = object;

  interface DecodedImage {
    readonly image: Handle;
    readonly channels: readonly {
      readonly width: number;
      readonly height: number;
      /** Bytes from one line to the next. */
      readonly stride: number;
      /** Lies in the decoder's memory: gone when the image is released. */
      readonly data: Uint8Array<ArrayBuffer>;
    }[];
  }

  interface Failure {
    readonly code: object;
    readonly message: string;
  }

  const libheif: {
    readonly heif_error_code: { readonly heif_error_Ok: object };
    readonly heif_colorspace: { readonly heif_colorspace_RGB: object };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: object };
    heif_context_alloc(): Handle;
    heif_context_free(context: Handle): void;
    heif_context_read_from_memory(context: Handle, file: Uint8Array): Failure;
    heif_js_context_get_list_of_top_level_image_IDs(context: Handle): readonly number[] | Failure;
    heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure;
    heif_js_context_get_image_handle(context: Handle, id: number): Handle | Failure;
    heif_image_handle_get_width(handle: Handle): number;
    heif_image_handle_get_height(handle: Handle): number;
    heif_image_handle_release(handle: Handle): void;
    heif_js_decode_image2(handle: Handle, colours: object, chroma: object): DecodedImage | Failure;
    heif_image_release(image: Handle): void;
  };
  export default libheif;
}
