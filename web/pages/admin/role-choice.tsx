import type { JSX } from 'preact';
import type { Role } from '../../../core/http/wire.ts';
import { Choice } from '../../components/elements/choice.tsx';
import { words } from '../../strings/admin/index.ts';

const roles: readonly Role[] = ['read', 'write', 'admin'];

/** The role of an account. */
export function RoleChoice(props: { name: string; value: Role; set: (role: Role) => void }): JSX.Element {
  return (
    <div>
      <Choice {...props} label={words.role} options={roles.map((value) => ({ value, label: words.roles[value] }))} />
      <p class="hint">{words.roleHint}</p>
    </div>
  );
}
