import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The elements and attributes of a QR code; everything else in the SVG is ignored. */
const allowedElements = new Set(['path', 'rect']);
const attributes = ['d', 'x', 'y', 'width', 'height', 'fill', 'stroke', 'stroke-width'];
const svgNames = 'http://www.w3.org/2000/svg';

/** A QR code from the text of an SVG, whose shapes are drawn again, so that nothing else of it gets into the page. */
export function QrCode({ svg, label }: { svg: string; label: string }): JSX.Element {
  const element = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const source = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    const target = element.current;
    if (!target) return;
    target.setAttribute('viewBox', source.getAttribute('viewBox') ?? '0 0 1 1');
    target.replaceChildren(
      ...[...source.querySelectorAll('*')].filter(({ localName }) => allowedElements.has(localName)).map(copyShape),
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
