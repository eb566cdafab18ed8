/** What forms call the field of the user name: the claim. Views know it too. */
export const USERNAME_FIELD = 'preferred_username';
