// An API by the file of docs/apis.md: main ISSUER RESOURCE. `/` is for every good token, `/invoices` for a scope.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"strings"
)

func main() {
	verify, err := verifier(context.Background(), os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	guard := func(scope string) http.HandlerFunc {
		return func(response http.ResponseWriter, request *http.Request) {
			bearer, _ := strings.CutPrefix(request.Header.Get("Authorization"), "Bearer ")
			claims, err := verify(bearer)
			if err != nil {
				response.Header().Set("WWW-Authenticate", "Bearer")
				http.Error(response, err.Error(), http.StatusUnauthorized)
				return
			}
			if scope != "" && !slices.Contains(strings.Fields(claims.Scope), scope) {
				http.Error(response, "insufficient_scope", http.StatusForbidden)
				return
			}
			fmt.Fprint(response, claims.Subject)
		}
	}
	http.HandleFunc("/", guard(""))
	http.HandleFunc("/invoices", guard("billing.read"))
	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}
