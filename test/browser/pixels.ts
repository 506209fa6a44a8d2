/**
 * The content of a canvas in the page, as an expression for an ImageData. It reads a copy, since Chromium warns about a
 * canvas that is drawn by the GPU and read more than once.
 */
export function pixelsOf(selector: string): string {
  return `(() => {
    const shown = document.querySelector('${selector}');
    const copy = new OffscreenCanvas(shown.width, shown.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(shown, 0, 0);
    return copy.getImageData(0, 0, shown.width, shown.height);
  })()`;
}
