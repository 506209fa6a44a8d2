import type { App } from '../app.ts';
import type { Role } from '../../core/http/wire.ts';
import type { IconName } from '../icons.ts';

/**
 * One thing that a person can do. Menus, the palette, shortcuts and help are all drawn from the list of them, so none of
 * them knows more or less than the others.
 */
export interface Action {
  readonly id: string;
  /** What it says on a button, now. */
  readonly label: (app: App) => string;
  readonly icon?: IconName;
  /** Keys as `KeyboardEvent.key` names them: `f`, `?`, `Escape`, `Ctrl+z`. Two with a blank between are typed one after the other. */
  readonly shortcut?: string;
  /** Another key that does the same. */
  readonly otherKey?: string;
  readonly role: Role;
  readonly group: 'photo' | 'viewer' | 'video' | 'selection' | 'people' | 'go' | 'app';
  /** Whether it may be run again before it has ended: each time it does another thing. */
  readonly repeats?: boolean;
  /** Whether it can be done now. */
  readonly isOffered: (app: App) => boolean;
  readonly run: (app: App) => void | Promise<void>;
}
