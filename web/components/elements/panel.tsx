import type { ComponentChildren, JSX } from 'preact';

interface PanelProps {
  readonly title: string;
  /** An explanation in a sentence or two. */
  readonly hint?: string;
  /** Shown beside the title. */
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A titled section of a page. */
export function Panel({ title, hint, aside, children }: PanelProps): JSX.Element {
  return (
    <section class="panel" aria-label={title}>
      <div class="panel-title">
        <h2>{title}</h2>
        {aside}
      </div>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {children}
    </section>
  );
}

/** A list of names with values. */
export function Facts({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }): JSX.Element {
  return (
    <dl class="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
