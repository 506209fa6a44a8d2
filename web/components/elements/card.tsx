import type { JSX } from 'preact';
import { RetriedImage } from './retried-image.tsx';

interface CardProps {
  readonly href: string;
  readonly picture: string | null;
  readonly title: string;
  readonly detail: string;
  /** People are round. */
  readonly shape?: 'square' | 'round';
}

/** A picture that leads somewhere, with its name under it. */
export function Card({ href, picture, title, detail, shape = 'square' }: CardProps): JSX.Element {
  return (
    <a class="card" href={href} data-shape={shape}>
      <span class="card-picture">{picture && <RetriedImage url={picture} lazy />}</span>
      <bdi class="card-title">{title}</bdi>
      <small>{detail}</small>
    </a>
  );
}
