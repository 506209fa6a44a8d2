import type { ComponentChildren, JSX } from 'preact';
import { RetriedImage } from './retried-image.tsx';

interface CardProps {
  readonly href: string;
  readonly picture: string | null;
  readonly title: string;
  /** Parts that do not wrap; parts on one line are separated by a dot. */
  readonly details: readonly string[];
  /** `round` is for people. */
  readonly shape?: 'square' | 'round';
  /** Shown before the details. */
  readonly mark?: ComponentChildren;
}

/** A linked picture with its name below it. */
export function Card({ href, picture, title, details, shape = 'square', mark }: CardProps): JSX.Element {
  return (
    <a class="card" href={href} data-shape={shape}>
      <span class="card-picture">{picture && <RetriedImage url={picture} lazy />}</span>
      <bdi class="card-title">{title}</bdi>
      <small>
        {mark}
        <span class="card-details">
          {details.map((detail) => (
            <span key={detail}>{detail} </span>
          ))}
        </span>
      </small>
    </a>
  );
}
