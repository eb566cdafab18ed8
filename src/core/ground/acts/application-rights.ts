// Port: which rights in applications an account has, for those who know no application.

export interface ApplicationRights {
  /** Whether the account owns an application. */
  ownsAny(accountId: string): Promise<boolean>;
  /** Whether the account owns an application, or is an editor of one. */
  editsAny(accountId: string): Promise<boolean>;
}
