import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** What a QR code is drawn with; whatever else the text may hold is left out. */
const drawn = new Set(['path', 'rect']);
const attributes = ['d', 'x', 'y', 'width', 'height', 'fill', 'stroke', 'stroke-width'];
const svgNames = 'http://www.w3.org/2000/svg';

/** A QR code that came as the text of an SVG: read, and its shapes drawn anew. */
export function QrCode({ svg, label }: { svg: string; label: string }): JSX.Element {
  const element = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    const target = element.current;
    if (!target) return;
    target.setAttribute('viewBox', read.getAttribute('viewBox') ?? '0 0 1 1');
    target.replaceChildren(
      ...[...read.querySelectorAll('*')].filter(({ localName }) => drawn.has(localName)).map(copyShape),
    );
  }, [svg]);
  return <svg ref={element} class="qr-code" role="img" aria-label={label} shape-rendering="crispEdges" />;
}

function copyShape(shape: Element): Element {
  const copy = document.createElementNS(svgNames, shape.localName);
  for (const name of attributes) {
    const value = shape.getAttribute(name);
    if (value !== null) copy.setAttribute(name, value);
  }
  return copy;
}
