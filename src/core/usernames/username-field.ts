/** What forms call the field of the username: the claim. Views know it too. */
export const USERNAME_FIELD = 'preferred_username';
