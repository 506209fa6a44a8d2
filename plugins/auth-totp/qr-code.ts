import QRCode from 'qrcode';

/** A QR code as SVG: the page's content policy bars images from `data:` addresses, and an element needs none. */
export function qrSvg(text: string): Promise<string> {
  return QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
}
