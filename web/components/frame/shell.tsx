import type { ComponentChildren, JSX } from 'preact';
import { useApp } from '../../app.ts';
import { Navigation } from './navigation.tsx';
import { SelectionBar, SelectionStatus } from './selection-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every page: navigation, search, selection bar. */
export function Shell({ behind, children }: { behind: boolean; children: ComponentChildren }): JSX.Element {
  const { albums, selection } = useApp();
  return (
    <div class="shell" inert={behind} data-behind={behind}>
      <Navigation />
      <div class="page">
        {albums.filling.value === null && (selection.count.value > 0 ? <SelectionBar /> : <TopBar />)}
        {albums.filling.value === null && <SelectionStatus />}
        {children}
      </div>
    </div>
  );
}
