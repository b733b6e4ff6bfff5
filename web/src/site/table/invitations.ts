// Secrets of invitations that this browser made: the server shows each only once.
const key = (game: string): string => `branchline-invite-${game}`;

export function keepInvite(game: string, secret: string): void {
  try {
    if (secret) localStorage.setItem(key(game), secret);
  } catch {
    // Without storage the host asks for a new link.
  }
}

export function inviteOf(game: string): string | undefined {
  try {
    return localStorage.getItem(key(game)) ?? undefined;
  } catch {
    return undefined;
  }
}
