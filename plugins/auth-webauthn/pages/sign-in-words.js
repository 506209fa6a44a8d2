const en = {
  title: 'Sign in with a passkey',
  hint: 'Your browser asks which passkey to use, and your device for your finger, face or PIN.',
  ask: 'Use a passkey',
  back: 'Sign in with your password instead',
  cancelled:
    'No passkey came from the browser: it was cancelled, took too long, or there is none for this address. Try again.',
  refusals: {
    400: 'That took too long, or started in another tab. Try again.',
    403: 'This passkey isn’t known here any more. Sign in with your password.',
    409: 'This browser can’t use passkeys here. They need https and a domain name.',
    429: 'Too many failed attempts. Try again later.',
  },
};

const de = {
  title: 'Mit Passkey anmelden',
  hint: 'Der Browser fragt, welchen Passkey du nehmen willst, und das Gerät nach Finger, Gesicht oder PIN.',
  ask: 'Passkey verwenden',
  back: 'Stattdessen mit dem Passwort anmelden',
  cancelled:
    'Vom Browser kam kein Passkey: Es wurde abgebrochen, hat zu lange gedauert, oder es gibt keinen für diese Adresse. Versuch es noch einmal.',
  refusals: {
    400: 'Das hat zu lange gedauert oder wurde in einem anderen Tab begonnen. Versuch es noch einmal.',
    403: 'Dieser Passkey ist hier nicht mehr bekannt. Melde dich mit dem Passwort an.',
    409: 'Dieser Browser kann hier keine Passkeys verwenden. Sie brauchen https und einen Domainnamen.',
    429: 'Zu viele Fehlversuche. Versuch es später noch einmal.',
  },
};

const fr = {
  title: 'Se connecter avec une clé d’accès',
  hint: 'Le navigateur demande quelle clé d’accès utiliser, et l’appareil votre doigt, votre visage ou un code.',
  ask: 'Utiliser une clé d’accès',
  back: 'Se connecter avec le mot de passe',
  cancelled:
    'Le navigateur n’a pas fourni de clé d’accès : l’opération a été annulée, a pris trop de temps, ou il n’y en a pas pour cette adresse. Réessayez.',
  refusals: {
    400: 'L’opération a pris trop de temps ou a commencé dans un autre onglet. Réessayez.',
    403: 'Cette clé d’accès n’est plus connue ici. Connectez-vous avec le mot de passe.',
    409: 'Ce navigateur ne peut pas utiliser de clés d’accès ici. Il faut https et un nom de domaine.',
    429: 'Trop d’échecs. Réessayez plus tard.',
  },
};

export const words = { en, de, fr };
