import { Component, type ComponentClass, type FunctionComponent, type JSX } from 'preact';

/** A component that is drawn anew only when `same` finds its properties changed, or a signal that it reads. */
export function memo<Props extends object>(
  Part: FunctionComponent<Props>,
  same: (before: Props, after: Props) => boolean,
): ComponentClass<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return !same(this.props, next);
    }

    override render(): JSX.Element {
      return <Part {...this.props} />;
    }
  };
}
