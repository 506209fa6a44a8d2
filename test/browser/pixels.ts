/**
 * What a canvas of the page shows, as an expression for the page: an ImageData. It reads a copy, since Chromium warns of
 * a canvas that is drawn by the graphics processor and read more than once.
 */
export function pixelsOf(selector: string): string {
  return `(() => {
    const shown = document.querySelector('${selector}');
    const copy = new OffscreenCanvas(shown.width, shown.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(shown, 0, 0);
    return copy.getImageData(0, 0, shown.width, shown.height);
  })()`;
}
