// An oidc-provider storage adapter on plain maps. The bundled one keeps only a thousand entries and would lose codes.

export function createMemoryAdapter() {
  const byModel = new Map();
  const membersOfGrant = new Map();

  return class MemoryAdapter {
    constructor(model) {
      this.rows = byModel.get(model) ?? new Map();
      byModel.set(model, this.rows);
    }

    async upsert(id, payload) {
      this.rows.set(id, payload);
      if (!payload.grantId) return;
      const members = membersOfGrant.get(payload.grantId);
      if (members) members.push([this.rows, id]);
      else membersOfGrant.set(payload.grantId, [[this.rows, id]]);
    }

    async find(id) {
      return this.rows.get(id);
    }

    async findByUid(uid) {
      for (const payload of this.rows.values()) if (payload.uid === uid) return payload;
      return undefined;
    }

    async consume(id) {
      const payload = this.rows.get(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id) {
      this.rows.delete(id);
    }

    async revokeByGrantId(grantId) {
      for (const [rows, id] of membersOfGrant.get(grantId) ?? []) rows.delete(id);
      membersOfGrant.delete(grantId);
    }
  };
}
