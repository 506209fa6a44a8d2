import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useRetried } from '../hooks/retried.ts';

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
  const [loaded, setLoaded] = useState(false);
  const { attempt, picture: element, onError } = useRetried(picture);
  return (
    <a class="card" href={href} data-shape={shape}>
      <span class="card-picture">
        {picture && (
          <img
            key={attempt}
            ref={element}
            src={picture}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            data-loaded={loaded}
            onLoad={() => {
              setLoaded(true);
            }}
            onError={onError}
          />
        )}
      </span>
      <bdi class="card-title">{title}</bdi>
      <small>{detail}</small>
    </a>
  );
}
