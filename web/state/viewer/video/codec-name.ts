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

/** The common name of a codec. @param short ffprobe's name: `hevc` */
export function codecName(short: string): string {
  return names[short] ?? short.toUpperCase();
}
