import type { App } from '../app.ts';
import type { PhotoItem, Role } from '../../core/http/wire.ts';
import type { IconName } from '../icons.ts';

/**
 * Something a person can do. Menus, the palette, shortcuts and help are all drawn from one list of actions, so that none of
 * them is incomplete.
 */
export interface Action {
  readonly id: string;
  /** The current label of its button. */
  readonly label: (app: App) => string;
  readonly icon?: IconName;
  /**
   * Keys as in `KeyboardEvent.key`: `f`, `?`, `Escape`, `Ctrl+z`. Two keys separated by a space are typed one after the
   * other.
   */
  readonly shortcut?: string;
  /** Another key for the same action. */
  readonly otherKey?: string;
  readonly role: Role;
  readonly group:
    'photo' | 'viewer' | 'video' | 'selection' | 'people' | 'comparison' | 'person' | 'faces' | 'go' | 'app';
  /** Whether it may run again before the last run has ended, because each run does something else. */
  readonly repeats?: boolean;
  /** Whether it is possible now. */
  readonly isOffered: (app: App) => boolean;
  /** @param seen the photos that the label was about, before selected stacks were opened; default: the current ones */
  readonly run: (app: App, seen?: readonly PhotoItem[]) => void | Promise<void>;
}
