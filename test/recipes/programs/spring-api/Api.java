package api;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** An API by the files of docs/apis.md. `/` is for every good token, `/invoices` for a scope. */
@SpringBootApplication
@RestController
class Api {
  public static void main(String[] words) {
    SpringApplication.run(Api.class, words);
  }

  @GetMapping({"/", "/invoices"})
  String who(Authentication by) {
    return by.getName();
  }
}
