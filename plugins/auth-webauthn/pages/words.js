const en = {
  title: 'Your passkeys',
  hint: 'A passkey is kept on a security key, a phone or a computer. If the device asks for your finger, face or PIN, the passkey is all you need; otherwise you enter your password first. No other site can ask for it. Add a second one in case you lose the first.',
  none: 'You have no passkeys yet.',
  addTitle: 'Add a passkey',
  name: 'Name',
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
    'No passkey came from the browser: it was cancelled or took too long, or the device already has one, or none for this site. Try again.',
  unsupported: 'This browser can’t use passkeys here. They need https and a domain name.',
  wrongPassword: 'The password is wrong.',
  wrongProof: 'The password or the code is wrong.',
  facts: (domain, made, used) => `For ${domain}. Added ${made}${used ? `, last used ${used}` : ', never used'}.`,
  suspect: 'It may have been copied and no longer works: remove it and add a new one.',
  back: 'Back to the settings',
};

const de = {
  title: 'Deine Passkeys',
  hint: 'Ein Passkey liegt auf einem Sicherheitsschlüssel, einem Telefon oder einem Computer. Fragt das Gerät nach Finger, Gesicht oder PIN, genügt er zum Anmelden, sonst gibst du vorher dein Passwort ein. Keine andere Website kann ihn verlangen. Füge einen zweiten hinzu, falls du den ersten verlierst.',
  none: 'Du hast noch keine Passkeys.',
  addTitle: 'Passkey hinzufügen',
  name: 'Name',
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
    'Vom Browser kam kein Passkey: Es wurde abgebrochen oder hat zu lange gedauert, oder das Gerät hat schon einen oder keinen für diese Website. Versuch es noch einmal.',
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
  hint: 'Une clé d’accès est conservée sur une clé de sécurité, un téléphone ou un ordinateur. Si l’appareil demande votre doigt, votre visage ou un code, elle suffit pour vous connecter ; sinon, vous saisissez d’abord votre mot de passe. Aucun autre site ne peut la demander. Ajoutez-en une seconde au cas où vous perdriez la première.',
  none: 'Vous n’avez pas encore de clé d’accès.',
  addTitle: 'Ajouter une clé d’accès',
  name: 'Nom',
  password: 'Votre mot de passe',
  code: 'Code de votre deuxième étape',
  codeOrPasskey: 'Code de votre deuxième étape, ou rien pour utiliser une clé d’accès',
  add: 'Ajouter la clé d’accès',
  added:
    'Clé d’accès ajoutée. Le mot de passe seul ne suffit plus : utilisez cette clé, ou le mot de passe avec une deuxième étape.',
  remove: 'Supprimer',
  removeIt: (name) =>
    `Saisissez votre mot de passe ci-dessous pour supprimer « ${name} », puis appuyez de nouveau sur « Supprimer ».`,
  removed: 'Clé d’accès supprimée.',
  signIn: 'Connectez-vous d’abord à Photofinch.',
  cancelled:
    'Le navigateur n’a pas fourni de clé d’accès : l’opération a été annulée ou a pris trop de temps, ou l’appareil en a déjà une, ou n’en a aucune pour ce site. Réessayez.',
  unsupported: 'Ce navigateur ne peut pas utiliser de clés d’accès ici. Il faut https et un nom de domaine.',
  wrongPassword: 'Le mot de passe est incorrect.',
  wrongProof: 'Le mot de passe ou le code est incorrect.',
  facts: (domain, made, used) =>
    `Pour ${domain}. Ajoutée le ${made}${used ? `, utilisée pour la dernière fois le ${used}` : ', jamais utilisée'}.`,
  suspect: 'Elle a peut-être été copiée et n’est plus acceptée : supprimez-la et ajoutez-en une nouvelle.',
  back: 'Retour aux réglages',
};

export const words = { en, de, fr };
