import type { ComponentChildren, JSX } from 'preact';
import { RetriedImage } from './retried-image.tsx';

interface CardProps {
  readonly href: string;
  readonly picture: string | null;
  readonly title: string;
  /** Parts that stay together; a dot stands between those of one line. */
  readonly details: readonly string[];
  /** People are round. */
  readonly shape?: 'square' | 'round';
  /** Stands before the details. */
  readonly mark?: ComponentChildren;
}

/** A picture that leads somewhere, with its name under it. */
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
