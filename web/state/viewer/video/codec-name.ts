const names: Readonly<Record<string, string>> = {
  h264: 'H.264',
  hevc: 'HEVC (H.265)',
  prores: 'ProRes',
  mpeg4: 'MPEG-4',
  mpeg2video: 'MPEG-2',
  mjpeg: 'Motion JPEG',
  dvvideo: 'DV',
  theora: 'Theora',
};

/** The common name of a codec. @param codec ffprobe's name: `hevc` */
export function codecName(codec: string): string {
  return names[codec] ?? codec.toUpperCase();
}
