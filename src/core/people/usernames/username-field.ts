/** The form field of the username has the name of the claim. Views use it too. */
export const USERNAME_FIELD = 'preferred_username';
