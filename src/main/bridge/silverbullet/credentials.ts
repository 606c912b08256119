/** The user and password of an address, decoded; null when it has neither. */
export function credentialsOf({
  username,
  password,
}: URL): { readonly user: string; readonly password: string } | null {
  if (username === "" && password === "") return null;
  return { user: decoded(username), password: decoded(password) };
}

/** A `%` that encodes nothing stands for itself, as it does in the address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
