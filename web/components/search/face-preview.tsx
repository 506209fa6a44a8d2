import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';
import { cutFace } from './cut-face.ts';

/** Pixels of the longer side: enough to recognise people. */
const longest = 640;

/** The picture of a search, with the faces found in it, one of which is chosen. */
export function FacePreview({ picture }: { picture: Blob }): JSX.Element {
  const { faceQuery } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const bitmap = useRef<ImageBitmap | null>(null);
  const [size, setSize] = useState<{ width: number; height: number } | 'unknown' | null>(null);

  useEffect(() => {
    let isOver = false;
    setSize(null);
    createImageBitmap(picture).then(
      (decoded) => {
        if (isOver) {
          decoded.close();
          return;
        }
        bitmap.current = decoded;
        const scale = Math.min(1, longest / Math.max(decoded.width, decoded.height));
        setSize({ width: Math.round(decoded.width * scale), height: Math.round(decoded.height * scale) });
      },
      () => {
        // Some formats can only be decoded by the server.
        if (!isOver) setSize('unknown');
      },
    );
    return () => {
      isOver = true;
      bitmap.current?.close();
      bitmap.current = null;
    };
  }, [picture]);
  useEffect(() => {
    if (!size || size === 'unknown' || !bitmap.current) return;
    canvas.current?.getContext('2d')?.drawImage(bitmap.current, 0, 0, size.width, size.height);
  }, [size]);

  if (size === 'unknown') return <p class="face-preview-unknown">{text.noPreview}</p>;
  if (!size) return <div class="face-preview" />;
  return (
    <div class="face-preview" style={{ '--aspect': size.width / size.height }}>
      <canvas ref={canvas} width={size.width} height={size.height} role="img" aria-label={text.searchedPicture} />
      {faceQuery.faces.value.map(({ x, y, w, h }, i) => (
        <button
          key={i}
          type="button"
          class="found-face"
          aria-label={text.searchFace(i + 1)}
          aria-pressed={i === faceQuery.chosen.value}
          style={{ left: `${x * 100}%`, top: `${y * 100}%`, width: `${w * 100}%`, height: `${h * 100}%` }}
          onClick={() => {
            const from = bitmap.current;
            if (from) void faceQuery.choose(i, (box, otherFaces) => cutFace(from, box, otherFaces));
          }}
        />
      ))}
    </div>
  );
}
