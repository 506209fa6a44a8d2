/** The roles from least to most: each includes the permissions of those before it. */
export const roles = ['read', 'write', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Whether `role` includes the permissions of the role `needed`. */
export function roleAllows(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** All roles whose permissions `role` has, including itself. */
export function rolesWithin(role: Role): Role[] {
  return roles.slice(0, roles.indexOf(role) + 1);
}

/** The role with fewer permissions. */
export const lowerRole = (role: Role, other: Role): Role => (roleAllows(role, other) ? other : role);
