#!/bin/sh
# Starts $CHROMIUM without the pages that a window loads for its address bar, which no test sees: they took half of the
# time of each window. Of several --disable-features Chromium takes the last, so Playwright's own has to be extended.
for argument; do
  shift
  case $argument in
  --disable-features=*) argument=$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
