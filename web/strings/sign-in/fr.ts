import type { SignInStrings } from './en.ts';

/** Français. */
export const signInStrings: SignInStrings = {
  signIn: 'Se connecter',
  signingIn: 'Connexion…',
  signOut: 'Se déconnecter',
  savingFirst: 'Enregistrement de vos dernières modifications…',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  code: 'Code',
  tookTooLong: 'La connexion a pris trop de temps. Saisissez à nouveau votre mot de passe.',
  endedBefore: 'Votre session a expiré avant la fin de cette action.',
  unreachable: 'Le serveur est injoignable.',
  serverUntold:
    'Vous êtes déconnecté dans ce navigateur, mais le serveur ne le sait pas encore. Laissez cette page ouverte, ou rouvrez-la plus tard, pour qu’il en soit informé.',
  sessionEnded: 'Votre session a expiré. Connectez-vous pour reprendre où vous en étiez.',
  demo: 'Ceci est une démo. Essayez l’un de ces comptes :',
  demoUser: 'Utilisateur de démo',
  demoAdmin: 'Administrateur de démo',
};
