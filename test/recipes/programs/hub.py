# The Hub alone, with the recipe's settings: no proxy before it, no notebooks behind it.
import os

from jupyterhub.proxy import Proxy


class NoProxy(Proxy):
    should_start = False

    async def add_route(self, routespec, target, data):
        pass

    async def delete_route(self, routespec):
        pass

    async def get_all_routes(self):
        return {}


c = get_config()  # noqa: F821
c.JupyterHub.proxy_class = NoProxy
c.JupyterHub.hub_bind_url = f"http://localhost:{os.environ['PORT']}"
c.JupyterHub.db_url = "sqlite:///:memory:"
c.JupyterHub.cookie_secret = bytes(32)
load_subconfig("jupyterhub_config.py")  # noqa: F821
