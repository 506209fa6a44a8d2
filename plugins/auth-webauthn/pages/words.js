const en = {
  title: 'Your passkeys',
  hint: 'A passkey is a security key, or a phone or computer with your finger, face or PIN. It signs you in by itself if the device asks for one of these, and otherwise after your password. No other site can ask for it. Add a second one in case you lose the first.',
  none: 'You have no passkeys yet.',
  addTitle: 'Add a passkey',
  name: 'What to call it',
  password: 'Your password',
  code: 'Code of your second step',
  codeOrPasskey: 'Code of your second step, or nothing to use a passkey',
  add: 'Add passkey',
  added:
    'Passkey added. The password alone no longer signs you in: use this passkey, or the password with a second step.',
  remove: 'Remove',
  removeIt: (name) => `Enter your password below to remove “${name}”, then press Remove again.`,
  removed: 'Passkey removed.',
  signIn: 'Sign in to Photofinch first.',
  cancelled:
    'The browser gave no passkey: it was cancelled, took too long, the device has one already, or none that you can use here.',
  unsupported: 'This browser can’t use passkeys here. They need https and a domain name.',
  wrongPassword: 'The password is wrong.',
  wrongProof: 'The password or the code is wrong.',
  facts: (domain, made, used) => `For ${domain}. Added ${made}${used ? `, last used ${used}` : ', never used'}.`,
  suspect: 'It may have been copied and no longer works: remove it and add a new one.',
  back: 'Back to the settings',
};

const de = {
  title: 'Deine Passkeys',
  hint: 'Ein Passkey ist ein Sicherheitsschlüssel oder ein Handy oder Computer mit Finger, Gesicht oder PIN. Fragt das Gerät danach, meldet er dich allein an, sonst nach dem Passwort. Keine andere Website kann ihn verlangen. Füge einen zweiten hinzu, falls du den ersten verlierst.',
  none: 'Du hast noch keine Passkeys.',
  addTitle: 'Passkey hinzufügen',
  name: 'Wie er heißen soll',
  password: 'Dein Passwort',
  code: 'Code deines zweiten Schritts',
  codeOrPasskey: 'Code deines zweiten Schritts, oder nichts für einen Passkey',
  add: 'Passkey hinzufügen',
  added:
    'Passkey hinzugefügt. Das Passwort allein reicht nun nicht mehr: Melde dich mit diesem Passkey an, oder mit Passwort und zweitem Schritt.',
  remove: 'Entfernen',
  removeIt: (name) => `Gib unten dein Passwort ein, um „${name}“ zu entfernen, und drück noch einmal auf „Entfernen“.`,
  removed: 'Passkey entfernt.',
  signIn: 'Melde dich zuerst bei Photofinch an.',
  cancelled:
    'Der Browser hat keinen Passkey geliefert: Es wurde abgebrochen, hat zu lange gedauert, das Gerät hat schon einen, oder keinen, den du hier verwenden kannst.',
  unsupported: 'Dieser Browser kann hier keine Passkeys verwenden. Sie brauchen https und einen Domainnamen.',
  wrongPassword: 'Das Passwort stimmt nicht.',
  wrongProof: 'Das Passwort oder der Code stimmt nicht.',
  facts: (domain, made, used) =>
    `Für ${domain}. Hinzugefügt am ${made}${used ? `, zuletzt benutzt am ${used}` : ', noch nie benutzt'}.`,
  suspect: 'Er wurde vielleicht kopiert und gilt nicht mehr: Entferne ihn und füge einen neuen hinzu.',
  back: 'Zurück zu den Einstellungen',
};

const fr = {
  title: 'Vos clés d’accès',
  hint: 'Une clé d’accès est une clé de sécurité, ou un téléphone ou un ordinateur avec votre doigt, votre visage ou un code. Elle suffit pour vous connecter si l’appareil les demande, sinon elle complète le mot de passe. Aucun autre site ne peut la demander. Ajoutez-en une seconde au cas où vous perdriez la première.',
  none: 'Vous n’avez pas encore de clé d’accès.',
  addTitle: 'Ajouter une clé d’accès',
  name: 'Son nom',
  password: 'Votre mot de passe',
  code: 'Code de votre deuxième étape',
  codeOrPasskey: 'Code de votre deuxième étape, ou rien pour utiliser une clé d’accès',
  add: 'Ajouter la clé d’accès',
  added:
    'Clé d’accès ajoutée. Le mot de passe seul ne suffit plus : utilisez cette clé, ou le mot de passe avec une deuxième étape.',
  remove: 'Supprimer',
  removeIt: (name) =>
    `Saisissez votre mot de passe ci-dessous pour supprimer « ${name} », puis appuyez de nouveau sur « Supprimer ».`,
  removed: 'Clé d’accès supprimée.',
  signIn: 'Connectez-vous d’abord à Photofinch.',
  cancelled:
    'Le navigateur n’a pas donné de clé d’accès : c’était annulé, trop long, l’appareil en a déjà une, ou aucune qui serve ici.',
  unsupported: 'Ce navigateur ne peut pas utiliser de clés d’accès ici. Il faut https et un nom de domaine.',
  wrongPassword: 'Le mot de passe est incorrect.',
  wrongProof: 'Le mot de passe ou le code est incorrect.',
  facts: (domain, made, used) =>
    `Pour ${domain}. Ajoutée le ${made}${used ? `, utilisée pour la dernière fois le ${used}` : ', jamais utilisée'}.`,
  suspect: 'Elle a peut-être été copiée et n’est plus acceptée : supprimez-la et ajoutez-en une nouvelle.',
  back: 'Retour aux réglages',
};

export const words = { en, de, fr };
