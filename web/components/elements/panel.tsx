import type { ComponentChildren, JSX } from 'preact';

interface PanelProps {
  readonly title: string;
  /** What it is good for, in a sentence or two. */
  readonly hint?: string;
  /** What stands beside the title. */
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** One thing among others on a page: what it is, and what can be done about it. */
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

/** Names and values beneath each other. */
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
