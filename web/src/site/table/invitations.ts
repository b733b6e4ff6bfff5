// Invitation secrets created by this browser. The server reveals each only once.
const key = (game: string): string => `branchline-invite-${game}`;

export function saveInvitation(game: string, secret: string): void {
  try {
    if (secret) localStorage.setItem(key(game), secret);
  } catch {
    // Without storage the host can create a new link.
  }
}

export function savedInvitation(game: string): string | undefined {
  try {
    return localStorage.getItem(key(game)) ?? undefined;
  } catch {
    return undefined;
  }
}
