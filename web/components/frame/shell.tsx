import type { ComponentChildren, JSX } from 'preact';
import { useApp } from '../../app.ts';
import { Navigation } from './navigation.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** What surrounds every page: where one can go, the search, what is selected. */
export function Shell({ behind, children }: { behind: boolean; children: ComponentChildren }): JSX.Element {
  const { selection } = useApp();
  return (
    <div class="shell" inert={behind} data-behind={behind}>
      <Navigation />
      <div class="page">
        {selection.count.value > 0 ? <SelectionBar /> : <TopBar />}
        {children}
      </div>
    </div>
  );
}
